import * as z from 'zod'
import { parsePhrase } from '../../platform/phrases/phrase-matcher.ts'
import { oneLine } from '../../platform/text.ts'

export const WATCHED_ACTIONS = ['hold', 'replace', 'refuse'] as const
export type WatchedAction = (typeof WATCHED_ACTIONS)[number]

/** Limits that the database also enforces (db/schema/moderation.sql). */
export const WORD_MAX = 100
export const WORDS_MAX = 1000

/** Newest texts that a test searches, and milliseconds after which it ends early. */
export const TESTED_TEXTS = 10_000
export const TEST_TIME_MS = 3000
/** Matching texts that a test shows. */
export const SHOWN_MATCHES = 20

const line = z
  .string()
  .overwrite(oneLine)
  .max(WORD_MAX, { error: `Enter at most ${WORD_MAX} characters.`, abort: true })

export const NO_REPLACEMENT = 'Enter the text to show instead.'
export const REPLACEMENT_MATCHES = 'This contains the word itself.'

export const watchedWordInput = z.object({
  word: line
    .refine((word) => parsePhrase(word).text !== '', 'Enter a word or phrase.')
    .refine((word) => !parsePhrase(word).text.includes('*'), 'An asterisk can only be at the start or end.')
    .meta({
      description: 'A word or phrase. An asterisk at its start or end stands for any further letters.',
    }),
  action: z.enum(WATCHED_ACTIONS).meta({
    description:
      'hold: a moderator must approve the text; replace: the word is replaced when the text is saved; refuse: the text can’t be saved',
  }),
  replacement: line
    .nullable()
    .transform((text) => text || null)
    .meta({ description: 'Only for the action “replace”' }),
})
