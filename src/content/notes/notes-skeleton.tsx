import { RowListSkeleton, Skeleton } from '../../ui/feedback/skeleton.tsx'

const PLACEHOLDERS = 5

export function NotesSkeleton() {
  return (
    <div className="max-w-180">
      <NotesHeading />
      <div className="mt-6 hidden h-11 maybe-member:block" />
      <Skeleton className="mt-4 h-11 w-44" />
      <RowListSkeleton count={PLACEHOLDERS} label="Loading notes" />
    </div>
  )
}

export function NotesHeading() {
  return (
    <>
      <h1 className="text-2xl">Notes</h1>
      <p className="mt-1 text-muted">Share quick thoughts, observations, and connect with the community</p>
    </>
  )
}
