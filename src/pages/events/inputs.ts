import * as z from 'zod'
import {
  optionalLinkSchema,
  optionalMultiLineSchema,
  optionalSingleLineSchema,
  singleLineSchema,
} from '../../accounts/manage-forms/fields.ts'
import { toUtc } from '../../ui/format/time-span.ts'
import { EVENT_DESCRIPTION_MAX, EVENT_TITLE_MAX, PLACE_MAX } from './policy.ts'

const A_TIME = 'Enter a date and time between 2000 and 2099.'
const time = z.iso
  .datetime({ offset: true, error: A_TIME })
  .refine((iso) => Date.parse(iso) >= Date.UTC(2000) && Date.parse(iso) < Date.UTC(2100), A_TIME)
  // Converts to UTC, because the database rejects offsets such as 23 hours.
  .overwrite(toUtc)

/** Checks each field separately. An update may omit fields, so the database checks the combination. */
export const eventFields = z.object({
  title: singleLineSchema(EVENT_TITLE_MAX, 'A title'),
  starts_at: time,
  ends_at: time.nullable(),
  place: optionalSingleLineSchema(PLACE_MAX, 'A place'),
  link: optionalLinkSchema,
  description: optionalMultiLineSchema(EVENT_DESCRIPTION_MAX, 'A description'),
})

/** Checks the whole form, including whether the event ends after its start. */
export const eventInput = eventFields
  .refine(({ starts_at, ends_at }) => !ends_at || Date.parse(ends_at) > Date.parse(starts_at), {
    path: ['ends_at'],
    message: 'The end must be after the start.',
  })
  .refine(({ place, link }) => place || link, {
    path: ['place'],
    message: 'Enter a place, a link, or both.',
  })
