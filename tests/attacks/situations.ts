import type { Situations } from './situations/situation.ts'

const files = import.meta.glob<Record<string, Situations>>('./situations/*.ts', { eager: true })

/** All that the files beside situation.ts export. */
export const SITUATIONS: Situations = Object.assign(
  {},
  ...Object.values(files).flatMap((file) => Object.values(file)),
)
