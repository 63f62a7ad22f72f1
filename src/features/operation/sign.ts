import type { Sign } from './figures.ts'

/** What numbers are without what they mean. */
export type Unsigned<Section> = Omit<Section, 'sign'>

export const fine = (advice: string): Sign => ({ state: 'fine', advice })
export const attention = (advice: string): Sign => ({ state: 'attention', advice })
export const problem = (advice: string): Sign => ({ state: 'problem', advice })
