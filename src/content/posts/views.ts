import { csrfToken } from '../../platform/http/csrf.ts'

let countedAtLoad: string | undefined

/** Counts a view when a post's page is loaded as HTML. Runs in a small script, before React is loaded. */
export function countViewAtLoad(): void {
  const id = document.querySelector<HTMLElement>('article[data-post]')?.dataset.post
  if (!id) return
  countedAtLoad = id
  send(id)
}

/** Counts a view when React shows a post, unless countViewAtLoad() has already counted it. */
export function countView(id: string): void {
  if (countedAtLoad !== id) send(id)
  countedAtLoad = undefined
}

function send(id: string) {
  const request = { method: 'POST', headers: { 'x-csrf-token': csrfToken() }, keepalive: true }
  fetch(`/api/posts/${id}/views`, request).catch(() => undefined)
}
