import { ButtonLink } from './button.tsx'

export function NotFoundPage() {
  return (
    <div className="grid justify-items-center gap-3 py-16 text-center">
      <p className="font-serif text-4xl font-semibold text-act">404</p>
      <div className="horizon my-3 w-56" />
      <h1 className="text-2xl">Oops! Page not found</h1>
      <p className="max-w-md text-muted">Nothing is at this address. It may have moved, or been deleted.</p>
      <ButtonLink to="/" className="mt-4">
        Return to Home
      </ButtonLink>
    </div>
  )
}
