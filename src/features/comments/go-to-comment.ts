export function goToComment(id: string): void {
  const item = document.getElementById(`comment-${id}`)
  if (!item) return
  for (const former of document.querySelectorAll<HTMLElement>('[data-linked]')) delete former.dataset.linked
  item.dataset.linked = ''
  item.scrollIntoView({ block: 'nearest' })
  item.focus({ preventScroll: true })
}
