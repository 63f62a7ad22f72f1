import type { Cases } from './cases/case.ts'

const files = import.meta.glob<Record<string, Cases>>('./cases/*.ts', { eager: true })

/** All test cases that the files in cases/ export. */
export const CASES: Cases = Object.assign({}, ...Object.values(files).flatMap((file) => Object.values(file)))
