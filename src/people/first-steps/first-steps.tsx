import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { displayName } from '../../shared/authors/display-name.ts'
import { stripMarkup } from '../../shared/markup/preview.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { toastError } from '../../ui/feedback/toast.ts'
import { formatNumber } from '../../ui/format/format-number.ts'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { FollowButton } from '../follows/follow-button.tsx'
import type { FirstStepsState as State, SuggestedPerson } from './contract.ts'
import { type FirstStep, PEOPLE_TO_FOLLOW } from './policy.ts'

export function FirstSteps({ state, dismiss }: { state: State; dismiss: () => Promise<void> }) {
  const [isClosed, setClosed] = useState(false)
  if (isClosed) return null
  const close = async () => {
    setClosed(true)
    document.getElementById('main')?.focus({ preventScroll: true })
    await dismiss().catch(() => {
      setClosed(false)
      toastError('Error', 'The first steps could not be dismissed.')
    })
  }
  return <Steps state={state} onClose={() => void close()} />
}

function Steps({ state: { steps, people }, onClose }: { state: State; onClose: () => void }) {
  const left = steps.filter(({ done }) => !done).length
  return (
    <section
      aria-labelledby="first-steps"
      className="rounded-lg border border-line bg-raised px-4 py-4 md:px-5"
    >
      <div className="flex items-start justify-between gap-4">
        <div>
          <h2 id="first-steps" className="text-xl">
            First steps
          </h2>
          <p role="status" className="text-sm text-muted">
            {left === 0 ? 'All done. Enjoy the forum!' : `${steps.length - left} of ${steps.length} done`}
          </p>
        </div>
        {left > 0 && <IconButton label="Dismiss first steps" icon="icon-x" onClick={onClose} />}
      </div>
      <ol className="mt-2">
        {steps.map(({ step, done }) => (
          <StepItem key={step} done={done} {...WORDS[step]}>
            {step === 'people' && !done && <SuggestedPeople people={people} />}
          </StepItem>
        ))}
      </ol>
      {left === 0 && (
        <Button kind="quiet" onClick={onClose} className="mt-3">
          Close
        </Button>
      )}
    </section>
  )
}

const WORDS: Record<FirstStep, { title: string; about: string; links: { href: string; label: string }[] }> = {
  people: {
    title: `Follow ${PEOPLE_TO_FOLLOW} people`,
    about: 'Their posts and comments appear in your activity.',
    links: [{ href: '/community', label: 'Meet the community' }],
  },
  concept: {
    title: 'Follow a concept',
    about: 'You’ll find its new posts under Following in the forum.',
    links: [{ href: '/concepts', label: 'Browse concepts' }],
  },
  introduction: {
    title: 'Introduce yourself',
    about: 'A few words in your profile, or a first post.',
    links: [
      { href: '/edit-profile', label: 'Write your bio' },
      { href: '/create-post-rich', label: 'Write a post' },
    ],
  },
}

interface StepProps {
  done: boolean
  title: string
  about: string
  links: { href: string; label: string }[]
  children?: ReactNode
}

function StepItem({ done, title, about, links, children }: StepProps) {
  return (
    <li className="flex gap-3 border-t border-line py-3 first:border-t-0">
      <span
        className={`mt-0.5 grid size-5 flex-none place-items-center rounded-full border ${done ? 'border-good text-good' : 'border-line'}`}
      >
        {done && <Icon icon="icon-check" className="size-3.5" />}
      </span>
      <div className="min-w-0 flex-1">
        <h3 className={`font-sans text-base font-semibold ${done ? 'text-muted' : ''}`}>
          {title}
          {done && <span className="sr-only"> (done)</span>}
        </h3>
        {!done && (
          <>
            <p className="text-sm text-muted">{about}</p>
            {children}
            <p className="mt-1 flex flex-wrap gap-x-5">
              {links.map(({ href, label }) => (
                <Link
                  key={href}
                  to={href}
                  className="inline-flex min-h-8 items-center text-sm text-act underline-offset-4 hover:underline pointer-coarse:min-h-11"
                >
                  {label}
                </Link>
              ))}
            </p>
          </>
        )}
      </div>
    </li>
  )
}

/** Shows the initial suggestions even after a refetch, so that a person just followed doesn't disappear. */
function SuggestedPeople({ people }: { people: SuggestedPerson[] }) {
  const [suggested] = useState(people)
  if (suggested.length === 0) return null
  return (
    <ul aria-label="People to follow" className="my-1">
      {suggested.map((person) => (
        <Suggestion key={person.id} person={person} />
      ))}
    </ul>
  )
}

function Suggestion({ person }: { person: SuggestedPerson }) {
  const { username, avatar_url } = person
  const name = displayName(person)
  return (
    <li className="flex items-center gap-3 py-2">
      <Avatar name={name} seed={username} src={avatar_url} size="md" />
      <div className="min-w-0 flex-1 leading-snug">
        <a
          dir="auto"
          href={`/profile/${username}`}
          className="line-clamp-1 text-left font-medium wrap-anywhere hover:text-act"
        >
          {name}
        </a>
        <p dir="auto" className="line-clamp-2 text-sm wrap-anywhere text-muted">
          {about(person)}
        </p>
      </div>
      <FollowButton person={person} name={name} />
    </li>
  )
}

function about({ bio, post_count, comment_count }: SuggestedPerson) {
  if (bio) return stripMarkup(bio)
  if (post_count + comment_count === 0) return 'New here'
  return `${counted(post_count, 'post')}, ${counted(comment_count, 'comment')}`
}

function counted(number: number, unit: string) {
  return `${formatNumber(number)} ${unit}${number === 1 ? '' : 's'}`
}
