import { describe } from 'vitest'
import { startFirefox } from './firefox.ts'
import { testJourneys } from './journeys.ts'

describe('Firefox', () => testJourneys(startFirefox))
