import { useRouteContext } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useSiteName } from '../site/title.tsx'
import { Contact, SiteWords } from '../site-settings/text-page.tsx'
import { GUIDELINES, PRINCIPLES, WORKINGS } from './texts.ts'

export function AboutPage() {
  const name = useSiteName()
  const texts = useRouteContext({ from: '__root__', select: ({ site }) => site.texts })
  return (
    <>
      <h1 className="text-2xl">About {name}</h1>
      {texts?.includes('about') ? <SiteWords name="about" className="mt-6" /> : <Mission name={name} />}
      <Part id="guidelines" title="Community guidelines">
        {texts?.includes('guidelines') ? <SiteWords name="guidelines" /> : <Guidelines />}
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
          See the concepts
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
          those who hope for it, those who fear it and those whom it has already happened to.
        </p>
      </section>
      <Part id="principles" title="What we hold to">
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
      {GUIDELINES.map(({ title, text }, index) => (
        <li key={title} className="grid grid-cols-[2rem_1fr] gap-x-2">
          <span aria-hidden="true" className="font-serif text-xl leading-snug text-act tabular-nums">
            {index + 1}
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
