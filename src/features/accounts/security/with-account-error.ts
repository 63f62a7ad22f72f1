import { errorCode, errorField, errorMessage, isUnreachable } from '../../../api/core/api-error.ts'
import { AccountError } from '../sign-in/auth-client.ts'

/** A call of the API, refused as the accounts' forms show it (use-submit.ts). */
export async function withAccountError<Answer>(call: Promise<Answer>): Promise<Answer> {
  try {
    return await call
  } catch (error) {
    const message = isUnreachable(error) ? OFFLINE : (errorMessage(error) ?? 'Please try again.')
    throw new AccountError(errorCode(error) ?? 'UNKNOWN', message, errorField(error))
  }
}

const OFFLINE = 'The forum cannot be reached. Check your connection and try again.'
