import { describe } from 'vitest'
import { testJourneys } from './journeys.ts'
import { startWebKit } from './webkit.ts'

describe('WebKit', () => testJourneys(startWebKit))
