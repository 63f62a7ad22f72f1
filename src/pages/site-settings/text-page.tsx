import { useSuspenseQuery } from '@tanstack/react-query'
import type { SiteText } from '../../platform/site.ts'
import { ContactLink, useContact } from '../../shared/branding/contact-link.tsx'
import { ListBoundary } from '../../shared/branding/list-boundary.tsx'
import { ShortText } from '../../ui/prose.tsx'
import { siteTextQuery } from './queries.ts'

/** Renders the pages `/terms` and `/privacy`. */
export function TextPage({ name, title }: { name: SiteText; title: string }) {
  return (
    <>
      <h1 className="text-2xl">{title}</h1>
      <SiteTextContent name={name} className="mt-6" />
      <Contact className="mt-12 border-t border-line pt-4" />
    </>
  )
}

export function SiteTextContent({ name, className = '' }: { name: SiteText; className?: string }) {
  return (
    <ListBoundary query={siteTextQuery(name)} failure="The text could not be loaded">
      <Written name={name} className={className} />
    </ListBoundary>
  )
}

function Written({ name, className }: { name: SiteText; className: string }) {
  const { data } = useSuspenseQuery(siteTextQuery(name))
  if (!data) return null
  return (
    <ShortText
      html={data.text_html}
      text={data.text}
      className={`max-w-3xl leading-relaxed wrap-anywhere ${className}`}
    />
  )
}

export function Contact({ className = '' }: { className?: string }) {
  const contact = useContact()
  if (!contact) return null
  return (
    <p className={`text-muted ${className}`}>
      Questions? Contact the people who run this forum: <ContactLink contact={contact} />
    </p>
  )
}
