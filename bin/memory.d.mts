export const MEMORY: string[]
