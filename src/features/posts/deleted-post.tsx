/** In the place of a post whose author deleted it, above what others have written about it. */
export function DeletedPost() {
  return (
    <article className="post">
      <h1 className="mb-3 text-2xl md:text-3xl">This post was deleted.</h1>
      <p className="text-muted">What others wrote about it stays. It takes no new comments.</p>
    </article>
  )
}
