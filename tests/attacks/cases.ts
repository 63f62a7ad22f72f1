import type { Cases } from './cases/case.ts'

const files = import.meta.glob<Record<string, Cases>>('./cases/*.ts', { eager: true })

/** Collects the exports of all files in cases/. */
export const CASES: Cases = Object.assign({}, ...Object.values(files).flatMap((file) => Object.values(file)))
