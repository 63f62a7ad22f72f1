import { csrfToken } from '../../platform/http/csrf.ts'

let countedAtLoad: string | undefined

/** Called by the starter for a page loaded as HTML. */
export function countViewAtLoad(): void {
  const id = document.querySelector<HTMLElement>('article[data-post]')?.dataset.post
  if (!id) return
  countedAtLoad = id
  send(id)
}

/** Called by the application when it shows a post. Skips the post that the starter has counted. */
export function countView(id: string): void {
  if (countedAtLoad !== id) send(id)
  countedAtLoad = undefined
}

function send(id: string) {
  const request = { method: 'POST', headers: { 'x-csrf-token': csrfToken() }, keepalive: true }
  fetch(`/api/posts/${id}/views`, request).catch(() => undefined)
}
