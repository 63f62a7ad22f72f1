/** Replaces a redacted passage. */
export const REDACTION_MARK = '[redacted]'

/** Limits in characters. A shorter passage would be found all over a text. */
export const PASSAGE_MIN = 3
export const PASSAGE_MAX = 500

export const PASSAGE_LENGTH = `Enter ${PASSAGE_MIN} to ${PASSAGE_MAX} characters of the text.`
