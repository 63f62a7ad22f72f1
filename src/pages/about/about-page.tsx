import { useRouteContext } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import guidelines from '../../db/starter/guidelines.json' with { type: 'json' }
import { hasOwnName, landingText } from '../../platform/site.ts'
import { useSiteName } from '../../shared/branding/title.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Contact, SiteTextContent } from '../site-settings/text-page.tsx'

export function AboutPage() {
  const name = useSiteName()
  const site = useRouteContext({ from: '__root__', select: ({ site }) => site })
  const { texts } = site
  return (
    <>
      <h1 className="text-2xl">About {name}</h1>
      {texts?.includes('about') ? (
        <SiteTextContent name="about" className="mt-6" />
      ) : hasOwnName(site) ? (
        <p className="mt-6 max-w-3xl font-serif text-xl leading-relaxed">{landingText(site).introduction}</p>
      ) : (
        <Mission name={name} />
      )}
      <Part id="guidelines" title="Community guidelines">
        {texts?.includes('guidelines') ? <SiteTextContent name="guidelines" /> : <Guidelines />}
      </Part>
      <Part id="workings" title="How the forum works">
        <dl className="grid gap-x-14 md:grid-cols-2">
          {WORKINGS.map(({ title, text }) => (
            <div key={title} className="border-b border-line py-4">
              <dt className="font-semibold">{title}</dt>
              <dd className="mt-1 text-muted">{text}</dd>
            </div>
          ))}
        </dl>
      </Part>
      <Contact className="mt-12" />
      <p className="mt-12 flex flex-wrap gap-3">
        <ButtonLink to="/forum">Browse Posts</ButtonLink>
        <ButtonLink to="/concepts" kind="quiet">
          Browse concepts
        </ButtonLink>
      </p>
    </>
  )
}

function Mission({ name }: { name: string }) {
  return (
    <>
      <section aria-labelledby="mission" className="mt-6 max-w-3xl">
        <h2 id="mission" className="eyebrow">
          Our mission
        </h2>
        <p className="mt-3 font-serif text-xl leading-relaxed">
          People are beginning to change what people are: their bodies, their minds, how long they live and
          what they think with. {name} is a place to think that through together, slowly and in public, with
          those who hope for it, those who fear it and those it has already happened to.
        </p>
      </section>
      <Part id="principles" title="What we stand for">
        <ul className="grid gap-x-14 gap-y-8 md:grid-cols-2">
          {PRINCIPLES.map(({ icon, title, text }) => (
            <li key={title}>
              <Icon icon={icon} className="mb-2 size-6 text-act" />
              <h3 className="text-lg">{title}</h3>
              <p className="mt-1 text-muted">{text}</p>
            </li>
          ))}
        </ul>
      </Part>
    </>
  )
}

function Guidelines() {
  return (
    <ol className="grid gap-x-14 gap-y-8 md:grid-cols-2">
      {guidelines.map(({ number, title, text }) => (
        <li key={number} className="grid grid-cols-[2rem_1fr] gap-x-2">
          <span aria-hidden="true" className="font-serif text-xl leading-snug text-act tabular-nums">
            {number}
          </span>
          <div>
            <h3 className="text-lg">{title}</h3>
            <p className="mt-1 text-muted">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  )
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="mt-14">
      <h2 id={id} className="mb-6 border-b border-line pb-3 text-xl">
        {title}
      </h2>
      {children}
    </section>
  )
}

const PRINCIPLES: { icon: `icon-${string}`; title: string; text: string }[] = [
  {
    icon: 'icon-flask-conical',
    title: 'Evidence-based reasoning',
    text: 'Back up your claims with a study, a number, an experience or an argument. The stronger the claim, the stronger the evidence it needs, and a preprint is not a textbook.',
  },
  {
    icon: 'icon-scale',
    title: 'Ethical consideration',
    text: 'Just because something can be done doesn’t mean it should be. Every discussion of a technology should ask who bears the risk, who was consulted and who is left out.',
  },
  {
    icon: 'icon-mountain',
    title: 'Intellectual humility',
    text: 'Most of what we say here about the future will turn out to be wrong. Say how sure you are and what would change your mind, and change it when that happens.',
  },
  {
    icon: 'icon-messages-square',
    title: 'Constructive dialogue',
    text: 'We argue to find out, not to win. Respond to the strongest version of an argument, and leave the question clearer than you found it.',
  },
]

/** Descriptions of how the forum works. Update them when the software changes. */
const WORKINGS = [
  {
    title: 'Reading is free',
    text: 'You can read everything public without an account and without JavaScript. There is no advertising, and nothing is loaded from other sites.',
  },
  {
    title: 'Writing needs an account',
    text: 'You need an email address, a username and a password. We verify the address and never show it.',
  },
  {
    title: 'Votes',
    text: 'You have one vote, up or down, on each post and comment, and can take it back. The best posts of each month are chosen by votes.',
  },
  {
    title: 'You own what you write',
    text: 'Only you can edit what you wrote, and edited posts and comments are marked. If you delete a post, its comments are deleted too. If you delete a comment that has replies, a placeholder stays so the replies still make sense.',
  },
  {
    title: 'Who runs the forum',
    text: 'Moderators, editors and admins. Editors choose the moderators, and every choice is recorded.',
  },
  {
    title: 'What we store',
    text: 'If you read as a guest, we only increase a view counter. To count you once a day, we store a keyed hash of your network address and browser, and delete it when the day is over. If you’re signed in, we store which posts you opened, but not your network address.',
  },
]
