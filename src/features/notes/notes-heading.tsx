export function NotesHeading() {
  return (
    <>
      <h1 className="text-2xl">Notes</h1>
      <p className="mt-1 text-muted">Share quick thoughts, observations, and connect with the community</p>
    </>
  )
}
