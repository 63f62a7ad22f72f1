export const CONTROL =
  'w-full rounded-lg border border-line bg-sunken px-3.5 py-2.5 text-base placeholder:text-faint hover:border-line-strong focus:border-act -outline-offset-1 aria-invalid:border-bad disabled:opacity-60'
