import { findImported, type Writer } from './batch.server.ts'

/** Stores further old ids of imported items, so that redirects find them. */
export const writeAddresses: Writer<'address'> = async (write, records) => {
  const kinds = ['member', 'concept', 'picture', 'post', 'comment'] as const
  const found = await Promise.all(
    kinds.map((kind) =>
      findImported(
        write,
        kind,
        records.filter((record) => record.kind === kind).map(({ item }) => item),
      ),
    ),
  )
  return records.map(({ old_id, kind, item }) => {
    const id = found[kinds.indexOf(kind)]?.get(item)
    return id ? { old_id, id } : { old_id, problem: 'what it leads to was not imported' }
  })
}
