import { INVALID_CODE, INVALID_RECOVERY_CODE, isCode, isRecoveryCode } from './codes.ts'

/** What the forms look at before they send a code. */
export const codeRules = {
  app: { code: (typed: string) => (isCode(typed) ? undefined : INVALID_CODE) },
  recovery: { code: (typed: string) => (isRecoveryCode(typed) ? undefined : INVALID_RECOVERY_CODE) },
}
