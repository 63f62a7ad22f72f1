import { StaffPage } from '../member-view/staff-page.tsx'
import { Queue } from './queue.tsx'

/** The page /moderation/queue. */
export function QueuePage() {
  return (
    <StaffPage
      path="/moderation/queue"
      purpose="see what was reported"
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
        What members have reported or appealed against, what waits for approval, and what became of it. Which
        sites nobody links to unseen stands under{' '}
        <a href="/manage/domains" className="text-act underline underline-offset-4">
          blocked domains
        </a>
        .
      </p>
    </>
  )
}
