import { readSnapshot } from '../../accounts/session/snapshot.ts'
import { onPageEvent, pageFlags } from '../../platform/http/page-protocol.ts'
import { unsentDrafts } from '../../shared/drafts/unsent.ts'
import { createNotice, type OfflineNotice } from './offline-notice.ts'

const SETTLED = 500

let shown: OfflineNotice | undefined
let hidden = ''

/** Reminds a member of unsent texts on other pages, which are never sent automatically. */
export function showUnsentTexts(): void {
  update()
  onPageEvent('back-online', update)
  onPageEvent('gone-offline', update)
  addEventListener('storage', update)
  globalThis.navigation?.addEventListener('currententrychange', () => setTimeout(update, SETTLED))
}

function update(): void {
  const here = location.pathname + location.search
  const elsewhere = unsentTexts().filter(({ href }) => href !== here)
  const [first] = elsewhere
  const words = unsentTextsSentence(elsewhere)
  const isOffline = pageFlags().offline !== undefined
  if (first && words !== hidden && !isOffline) show(words, first.href)
  else drop()
}

function show(words: string, href: string): void {
  shown ??= createNotice('Unsent texts')
  shown.say(words)
  shown.offer({ label: 'View', href })
  shown.onHide(() => {
    hidden = words
    drop()
  })
}

function drop(): void {
  shown?.remove()
  shown = undefined
}

interface UnsentText {
  name: string
  /** URL of the page where the text was written and can be sent. */
  href: string
}

function unsentTexts(): UnsentText[] {
  const { user } = readSnapshot() ?? {}
  if (!user) return []
  return unsentDrafts(user.id).map(({ form, href }) => ({ name: nameOf(form), href }))
}

function unsentTextsSentence([first, ...others]: readonly UnsentText[]): string {
  if (!first) return ''
  return others.length === 0
    ? `${first.name} is waiting to be sent.`
    : `${others.length + 1} texts are waiting to be sent.`
}

function nameOf(form: string): string {
  const [kind = ''] = form.split(':')
  return NAMES[kind] ?? 'A text'
}

const NAMES: Record<string, string> = {
  'new-rich': 'A post',
  'new-plain': 'A post',
  edit: 'An edited post',
  comment: 'A comment',
  reply: 'A reply',
  'edit-comment': 'An edited comment',
  note: 'A note',
  'note-reply': 'A reply',
  sending: 'A message',
}
