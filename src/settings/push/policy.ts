/** Maximum browsers per member. The trigger push_subscriptions_before_insert uses the same number. */
export const SUBSCRIPTIONS_MAX = 10

export const ENDPOINT_MAX = 1000

/** An uncompressed point on P-256 (65 bytes) in base64url: the public key of a browser or of the forum. */
export const PUBLIC_KEY = /^B[A-Za-z0-9_-]{86}$/
/** A secret of 16 bytes in base64url. */
export const AUTH_SECRET = /^[A-Za-z0-9_-]{22}$/
