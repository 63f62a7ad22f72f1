import { ButtonLink } from '../../ui/button.tsx'
import { ActivityFeed } from '../activity/activity-feed.tsx'
import { useSiteName } from '../site/title.tsx'
import { RecentDiscussions } from './recent-discussions.tsx'

export function Landing() {
  const name = useSiteName()
  return (
    <>
      <div className="dawn" />
      <section className="mt-9 max-w-3xl">
        <h1 className="text-4xl leading-[1.07] tracking-tight max-md:text-3xl">
          What we are becoming deserves a careful conversation.
        </h1>
        <p className="mt-6 max-w-xl font-serif text-xl leading-relaxed text-muted">
          {name} is a community for human enhancement, consciousness, AI and the future of life. Read freely;
          join to write.
        </p>
        <p className="mt-8 flex flex-wrap gap-3">
          <ButtonLink to="/auth" className="min-h-11 px-5.5">
            Get Started
          </ButtonLink>
          <ButtonLink to="/forum" kind="quiet" className="min-h-11">
            Browse Posts
          </ButtonLink>
        </p>
      </section>
      <Promises />
      <div className="mt-16 grid gap-14 lg:grid-cols-[minmax(50%,1fr)_minmax(0,20rem)]">
        <RecentDiscussions />
        <ActivityFeed empty="Nothing has happened yet. What members publish and say appears here." />
      </div>
    </>
  )
}

function Promises() {
  return (
    <ul className="mt-16 grid gap-6 sm:grid-cols-3 lg:gap-9">
      {PROMISES.map(({ title, text }) => (
        <li key={title} className="border-t border-line pt-4">
          <h2 className="text-lg">{title}</h2>
          <p className="mt-1 text-muted">{text}</p>
        </li>
      ))}
    </ul>
  )
}

const PROMISES = [
  { title: 'Argue well', text: 'Long posts, threaded replies, votes that reward care.' },
  { title: 'Meet minds', text: 'Follow people, write to them, leave short notes.' },
  { title: 'Go deeper', text: 'Concepts, thinkers and a library that members keep.' },
]
