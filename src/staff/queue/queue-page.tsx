import { StaffPage } from '../member-view/staff-page.tsx'
import { Queue } from './queue.tsx'

/** The page /moderation/queue. */
export function QueuePage() {
  return (
    <StaffPage
      path="/moderation/queue"
      purpose="view the moderation queue"
      loading="Loading"
      heading={<Heading />}
    >
      {(viewer) => <Queue viewer={viewer} />}
    </StaffPage>
  )
}

function Heading() {
  return (
    <>
      <h1 className="text-2xl">Moderation Queue</h1>
      <p className="mt-1 mb-4 text-muted">
        Reports, appeals and content awaiting approval. To require approval for links to a site, use{' '}
        <a href="/manage/domains" className="text-act underline underline-offset-4">
          blocked domains
        </a>
        .
      </p>
    </>
  )
}
