import { useRouteContext } from '@tanstack/react-router'
import { ExternalLink } from '../../ui/external-link.tsx'

export function useContact(): string | undefined {
  return useRouteContext({ from: '__root__', select: ({ site }) => site.contact })
}

/** Renders a link to the contact, which is an email address or a URL. */
export function ContactLink({ contact }: { contact: string }) {
  const look = 'text-act underline underline-offset-4 wrap-anywhere'
  if (/^https?:/i.test(contact))
    return (
      <ExternalLink href={contact} className={look}>
        {contact.replace(/^https?:\/\//i, '')}
      </ExternalLink>
    )
  return (
    <a href={`mailto:${contact}`} className={look}>
      {contact}
    </a>
  )
}
