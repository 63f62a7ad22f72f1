import pg from 'pg'

/** `16/B374D848`, where something is in the log of the database, as a number that can be compared. */
export function positionNumber(position: string): bigint {
  const [high = '0', low = '0'] = position.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

/** Up to where a primary has written, and what of that is sure to reach a copy by itself. */
export interface Written {
  position: string
  flushed: string
}

/** How far a copy is; null on a server that is none. */
export interface Replayed {
  position: string | null
}

/** A server that is asked one thing, over a connection of its own: none of those that readers may have taken. */
export interface Asked<Answer> {
  /** Rejects when there is no answer in time. */
  ask(): Promise<Answer>
  end(): Promise<void>
}

export function askPrimary(url: string, timeout: number): Asked<Written> {
  return asked(
    url,
    timeout,
    'select pg_current_wal_insert_lsn() as position, pg_current_wal_flush_lsn() as flushed',
  )
}

export function askCopy(url: string, timeout: number): Asked<Replayed> {
  return asked(
    url,
    timeout,
    'select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end as position',
  )
}

function asked<Answer extends pg.QueryResultRow>(
  connectionString: string,
  timeout: number,
  statement: string,
): Asked<Answer> {
  const pool = new pg.Pool({
    connectionString,
    max: 1,
    connectionTimeoutMillis: timeout,
    query_timeout: timeout,
    application_name: 'threshold replica',
  })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return {
    ask: async () => (await pool.query<Answer>(statement)).rows[0] as Answer,
    end: () => pool.end(),
  }
}
