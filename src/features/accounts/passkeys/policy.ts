/** A device each, and some to spare. */
export const PASSKEYS_MAX = 20
/** As in 0134_passkeys.sql. */
export const PASSKEY_NAME_MAX = 60
/** From asking for a challenge to its answer: enough to look for a telephone. */
export const CHALLENGE_SECONDS = 300

export const INVALID_NAME = `A name has 1 to ${PASSKEY_NAME_MAX} characters.`

/** What staff is told whose password alone has opened the session (roles-need-passkey.server.ts). */
export const PASSKEY_FIRST = {
  status: 403,
  message: 'Your roles rest: show one of your passkeys first, by signing in with it.',
}

/** The one answer to whatever is wrong with a passkey: nobody learns whether it is known here. */
export const PASSKEY_REFUSED =
  'This passkey was not accepted, or it took too long. Try again, or use another way to sign in.'
