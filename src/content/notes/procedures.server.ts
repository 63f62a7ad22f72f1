import { broadcast, publishToMember } from '../../accounts/live/publish.server.ts'
import { type Context, invalidate } from '../../core/context.server.ts'
import type { ConstraintErrors } from '../../core/errors.server.ts'
import { guards } from '../../core/procedure.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import { submitContent } from '../../moderation/approval/submit.server.ts'
import { tag } from '../../platform/cache/tags.server.ts'
import { isBlank } from '../../platform/text.ts'
import { isAuthor } from '../../shared/authors/is-author.ts'
import { nameTag } from '../../shared/authors/tags.server.ts'
import { withContentHtml } from '../../shared/markup/markup.server.ts'
import { screenFields } from '../../shared/watched-words/screen.server.ts'
import { formatNumber } from '../../ui/format/format-number.ts'
import { notesContract as contract, type Note } from './contract.ts'
import { NOTE_LIMIT } from './policy.ts'
import { broadcastNote, publishNote, toPendingNote } from './publish.server.ts'
import {
  findNote,
  findNoteOwner,
  findReplyPageStart,
  listNotes,
  listNotesOf,
  listNotesOfFollowed,
  listReplies,
  type StoredNote,
} from './sql.server.ts'
import { deleteNote, setLike, updateNote } from './write-sql.server.ts'

const { member, visitor } = guards(contract)

export const notesProcedures = {
  list: visitor.list.handler(async ({ context, input }) => {
    tag('notes')
    const page = await listNotes(context.db, input.sort, input.cursor)
    tagAuthors(page.items)
    return shownPage(context, page)
  }),

  read: visitor.read.handler(async ({ context, input, errors }) => {
    tag(`note:${input.id}`)
    const note = await findNote(context.db, input.id)
    if (!note) throw errors.NOT_FOUND()
    tagAuthors([note])
    return shown(context, note)
  }),

  replies: visitor.replies.handler(async ({ context, input, errors }) => {
    tag(`note:${input.id}`)
    const page = await listReplies(context.db, input.id, input.cursor)
    if (page.items.length === 0 && !(await findNote(context.db, input.id))) throw errors.NOT_FOUND()
    tagAuthors(page.items)
    return shownPage(context, page)
  }),

  pageOf: visitor.pageOf.handler(async ({ context, input, errors }) => {
    tag(`note:${input.id}`)
    const start = await findReplyPageStart(context.db, input.id, input.reply_id)
    if (start === undefined) throw errors.NOT_FOUND()
    return { start }
  }),

  ofProfile: visitor.ofProfile.handler(async ({ context, input, errors }) => {
    tag(nameTag(input.username))
    const listed = await listNotesOf(context.db, input.username, input.cursor)
    if (!listed) throw errors.NOT_FOUND()
    const { member_id, ...page } = listed
    tag(`profile:${member_id}`, ...page.items.map(({ id }) => `note:${id}`))
    return shownPage(context, page)
  }),

  ofFollowed: member.ofFollowed.handler(async ({ context, input }) =>
    shownPage(context, await listNotesOfFollowed(context.db, context.viewer.id, input.cursor)),
  ),

  create: member.create.handler(async ({ context, input, errors }) => {
    if (isBlank(input.content)) throw errors.BAD_REQUEST({ data: { field: 'content' } })
    return share(context, { ...input, parent_id: input.parent_id ?? null }, errors)
  }),

  reply: member.reply.handler(async ({ context, input, errors }) => {
    if (isBlank(input.content)) throw errors.BAD_REQUEST({ data: { field: 'content' } })
    const { id: parent_id, reply_id: id, ...written } = input
    return share(context, { ...written, id, parent_id }, errors)
  }),

  update: member.update.handler(async ({ context, input, errors }) => {
    const [note, owned] = await findOwned(context, input.id)
    if (!note || !owned) throw errors.NOT_FOUND()
    if (!isAuthor(context.viewer, owned)) throw errors.FORBIDDEN()
    if (note.removal) throw errors.CONFLICT()
    if (isBlank(input.content)) throw errors.BAD_REQUEST({ data: { field: 'content' } })
    const readFormer = async () => note.content
    const { content } = await screenFields(context, { content: input.content }, { readFormer })
    const mentioned = await updateNote(context.db, note.id, content)
    broadcastNote(context, note, 'changed')
    for (const reader of mentioned) publishToMember(context, reader, { type: 'notification' })
    return shown(context, (await findNote(context.db, note.id)) ?? note)
  }),

  remove: member.remove.handler(async ({ context, input, errors }) => {
    const [note, owned] = await findOwned(context, input.id)
    if (!note || !owned) throw errors.NOT_FOUND()
    if (!isAuthor(context.viewer, owned)) throw errors.FORBIDDEN()
    const gone = await deleteNote(context.db, note.id)
    const stub = await findNote(context.db, note.id)
    withdraw(context, note, gone)
    broadcastNote(context, note, stub ? 'changed' : 'deleted')
    return { id: note.id, stub: stub ? await shown(context, stub) : null }
  }),

  like: member.like.handler(({ context, input, errors }) => like(context, input.id, true, errors)),
  unlike: member.unlike.handler(({ context, input, errors }) => like(context, input.id, false, errors)),
}

type NoteContext = Context & { viewer: Viewer }
type Refusal = () => Error
interface NoteInput {
  id?: string | undefined
  parent_id: string | null
  content: string
  website?: string | undefined
}

async function share(
  context: NoteContext,
  { id, parent_id, website, ...typed }: NoteInput,
  errors: { CONFLICT: Refusal; NOT_FOUND: Refusal },
) {
  const { content } = await screenFields(context, { content: typed.content })
  const payload = { parent_id, content }
  const saved = await submitContent(context, { kind: 'note', id, payload, publish: publishNote, website })
  if (!saved) throw errors.CONFLICT()
  const { pending } = saved
  if (pending) {
    const note = await shown(context, toPendingNote(context.viewer, { id: saved.id, parent_id, content }))
    return { ...note, pending }
  }
  const note = await findNote(context.db, saved.id)
  if (!note) throw errors.NOT_FOUND()
  return shown(context, note)
}

/** Invalidates the deleted notes. Announces a deleted parent stub first, so that no client reloads it. */
function withdraw(context: Context, { parent_id }: StoredNote, gone: string[]): void {
  invalidate(context, ...gone.map((one) => `note:${one}`))
  if (parent_id && gone.includes(parent_id))
    broadcast(context, { type: 'notes', act: 'deleted', id: parent_id, author_id: null, parent_id: null })
}

async function like(context: NoteContext, id: string, wanted: boolean, errors: { NOT_FOUND: Refusal }) {
  const liked = await setLike(context.db, context.viewer.id, id, wanted)
  if (!liked) throw errors.NOT_FOUND()
  if (liked.has_changed) {
    invalidate(context, 'notes', `note:${id}`, `note:${liked.parent_id ?? id}`)
    broadcast(context, { type: 'note_likes', id })
  }
  if (liked.notified_user_id) publishToMember(context, liked.notified_user_id, { type: 'notification' })
  return { user_liked: wanted, likes_count: liked.likes_count }
}

async function shownPage<Page extends { items: StoredNote[] }>(context: Context, page: Page) {
  return { ...page, items: await withContentHtml(context, page.items) }
}

async function shown(context: Context, note: Omit<Note, 'content_html'>): Promise<Note> {
  const [item] = await withContentHtml(context, [note])
  return item as Note
}

/** Loads the stored author separately, because `findNote` returns removed notes without an author. */
function findOwned({ db }: Context, id: string) {
  return Promise.all([findNote(db, id), findNoteOwner(db, id)])
}

function tagAuthors(notes: StoredNote[]): void {
  for (const { author } of notes) if (author) tag(`profile:${author.id}`)
}

export const noteConstraints: ConstraintErrors = {
  notes_content_check: [
    'BAD_REQUEST',
    `Enter a note of at most ${formatNumber(NOTE_LIMIT)} characters.`,
    'content',
  ],
  notes_parent_id_fkey: ['NOT_FOUND', 'The note you replied to was deleted.', 'parent_id'],
  notes_reply_deleted: ['CONFLICT', 'You can’t reply to a deleted note.', 'parent_id'],
  notes_edit_removed: ['CONFLICT', 'A moderator removed this note, so it can’t be edited.'],
  notes_reply_removed: ['CONFLICT', 'You can’t reply to a removed note.', 'parent_id'],
  note_likes_note_removed: ['NOT_FOUND', 'The note could not be found.'],
  notes_reply_depth: ['CONFLICT', 'You can’t reply to a reply.', 'parent_id'],
  notes_reply_to_itself: ['CONFLICT', 'A note can’t be a reply to itself.', 'parent_id'],
}
