import type { Kysely } from 'kysely'
import { createItem, deleteItem, updateItem } from '../../accounts/manage-forms/items.server.ts'
import type { ConstraintErrors } from '../../core/errors.server.ts'
import { guards } from '../../core/procedure.server.ts'
import { hasRole } from '../../core/viewer.ts'
import type { DB } from '../../db/types.ts'
import { foldPhrase, foldText } from '../../platform/phrases/fold.ts'
import { PhraseMatcher } from '../../platform/phrases/phrase-matcher.ts'
import { formatNumber } from '../../ui/format/format-number.ts'
import { watchedWordsContract as contract, type ListedWord } from './contract.ts'
import { NO_REPLACEMENT, REPLACEMENT_MATCHES, WORDS_MAX } from './policy.ts'
import { testWord } from './test-word.server.ts'

const { admin, staff } = guards(contract)

export const watchedWordsProcedures = {
  list: staff.list.handler(async ({ context: { db, viewer } }) => ({
    items: await words(db).orderBy('folded').execute(),
    next: null,
    can: { edit: hasRole(viewer, 'admin') },
  })),

  create: admin.create.handler(async ({ context, input, errors }) => {
    const { db, viewer } = context
    const checked = columnsOf(input)
    const problem = problemOf(checked)
    if (problem) throw errors.BAD_REQUEST(problem)
    const id = await createItem(db, 'watched_words', viewer.id, { ...input, ...checked })
    const word = id && (await findWord(db, id))
    if (!word) throw errors.CONFLICT()
    return word
  }),

  update: admin.update.handler(async ({ context, input, errors }) => {
    const { db, viewer, watchedWords } = context
    const former = await findWord(db, input.id)
    if (!former) throw errors.NOT_FOUND()
    const { id, updated_at, ...sent } = input
    const checked = columnsOf({ ...former, ...sent })
    const problem = problemOf(checked)
    if (problem) throw errors.BAD_REQUEST(problem)
    const isOther = checked.folded !== foldPhrase(former.word)
    const is_on = isOther ? false : (sent.is_on ?? former.is_on)
    const outcome = await updateItem(db, 'watched_words', viewer.id, { ...checked, is_on, id, updated_at })
    if (outcome === 'outdated') throw errors.CONFLICT()
    watchedWords.changed()
    const word = outcome === 'saved' && (await findWord(db, id))
    if (!word) throw errors.NOT_FOUND()
    return word
  }),

  remove: admin.remove.handler(async ({ context: { db, viewer, watchedWords }, input: { id }, errors }) => {
    if (!(await deleteItem(db, 'watched_words', viewer.id, id))) throw errors.NOT_FOUND()
    watchedWords.changed()
    return { id }
  }),

  test: admin.test.handler(async ({ context: { db }, input: { id }, errors }) => {
    const word = await findWord(db, id)
    if (!word) throw errors.NOT_FOUND()
    return testWord(db, word)
  }),
}

type Columns = Pick<ListedWord, 'word' | 'action' | 'replacement'>

/** Returns the columns of a word. Drops a replacement that the action doesn't need. */
function columnsOf({ word, action, replacement }: Columns) {
  return { word, folded: foldPhrase(word), action, replacement: action === 'replace' ? replacement : null }
}

/** A replacement with the word itself would be replaced again with each edit. */
function problemOf({ word, action, replacement }: Columns) {
  const data = { field: 'replacement' }
  if (action !== 'replace') return undefined
  if (!replacement) return { message: NO_REPLACEMENT, data }
  let isWithin = false
  new PhraseMatcher([{ word }]).visit(foldText(replacement), () => {
    isWithin = true
    return true
  })
  return isWithin ? { message: REPLACEMENT_MATCHES, data } : undefined
}

function findWord(db: Kysely<DB>, id: string) {
  return words(db).where('id', '=', id).executeTakeFirst()
}

function words(db: Kysely<DB>) {
  return db
    .selectFrom('watched_words')
    .select(['id', 'word', 'action', 'replacement', 'is_on', 'updated_at'])
    .$narrowType<ListedWord>()
}

export const watchedWordConstraints: ConstraintErrors = {
  watched_words_folded_key: ['CONFLICT', 'This word is already watched.', 'word'],
  watched_words_limit: ['CONFLICT', `You can add at most ${formatNumber(WORDS_MAX)} watched words.`],
}
