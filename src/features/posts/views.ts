import { csrfToken } from '../../platform/csrf.ts'

let countedAtLoad: string | undefined

/** For the starter: the post of a page that came as HTML. */
export function countViewAtLoad(): void {
  const id = document.querySelector<HTMLElement>('article[data-post]')?.dataset.post
  if (!id) return
  countedAtLoad = id
  send(id)
}

/** For the application: a post that is on screen now. What the starter counted is the same load. */
export function countView(id: string): void {
  if (countedAtLoad !== id) send(id)
  countedAtLoad = undefined
}

function send(id: string) {
  const request = { method: 'POST', headers: { 'x-csrf-token': csrfToken() }, keepalive: true }
  // A view more or less: nobody has to know.
  fetch(`/api/posts/${id}/views`, request).catch(() => undefined)
}
