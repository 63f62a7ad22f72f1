export const PASSKEYS_MAX = 20
/** Limit that db/schema/accounts.sql also enforces. */
export const PASSKEY_NAME_MAX = 60
/** Seconds to respond to a passkey prompt: enough to find a phone. */
export const CHALLENGE_SECONDS = 300

export const INVALID_NAME = `The name must have 1 to ${PASSKEY_NAME_MAX} characters.`

export const PASSKEY_FIRST = {
  status: 403,
  message: 'Your roles are paused. Sign in with one of your passkeys first.',
}

/** One message for all errors, to hide whether a passkey is registered. */
export const PASSKEY_REFUSED =
  'This passkey wasn’t accepted, or it took too long. Try again, or use another way to sign in.'
