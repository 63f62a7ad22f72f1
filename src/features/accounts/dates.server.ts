import type {
  KyselyPlugin,
  PluginTransformQueryArgs,
  PluginTransformResultArgs,
  QueryResult,
  UnknownRow,
} from 'kysely'

/** Our pool reads timestamps as ISO text; better-auth wants dates. */
export class DatesPlugin implements KyselyPlugin {
  transformQuery({ node }: PluginTransformQueryArgs) {
    return node
  }

  async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return { ...result, rows: result.rows.map(withDates) }
  }
}

function withDates(row: UnknownRow): UnknownRow {
  const entries = Object.entries(row).map(([name, value]) => {
    const isTime = name.endsWith('_at') && typeof value === 'string'
    return [name, isTime ? new Date(value) : value]
  })
  return Object.fromEntries(entries)
}
