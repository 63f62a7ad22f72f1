import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { quoted } from './catalogue.server.ts'

/** A setting of the database itself, so that it outlives every process: under which name it is being moved. */
const MOVING = 'threshold.moving'
/** Milliseconds that transactions under way get to end by themselves. */
const PATIENCE = 5000

/**
 * From now on nobody writes into this database: new sessions only read, and those that are there are ended, once what they
 * are in has ended, or after five seconds; pools connect again by themselves. `name` stands for what the database holds
 * until somebody lets it be written again: while it stays the same, so does the content.
 */
export async function makeReadOnly(client: pg.Client, name: string): Promise<void> {
  const database = await databaseOf(client)
  await client.query('set default_transaction_read_only = off') // a session of the attempt before begins so
  await client.query(`alter database ${database} set ${MOVING} = '${name}'`)
  await client.query(`alter database ${database} set default_transaction_read_only = on`)
  for (const started = Date.now(); Date.now() - started < PATIENCE; await sleep(50)) {
    const { rows } = await client.query(`select from ${OTHERS} and xact_start is not null`)
    if (rows.length === 0) break
  }
  await client.query(`select pg_terminate_backend(pid) from ${OTHERS}`)
}

/** The database may be written again, by sessions that are new. */
export async function makeWritable(client: pg.Client): Promise<void> {
  const database = await databaseOf(client)
  await client.query('set default_transaction_read_only = off')
  await client.query(`alter database ${database} reset default_transaction_read_only`)
  await client.query(`alter database ${database} reset ${MOVING}`)
  await client.query(`select pg_terminate_backend(pid) from ${OTHERS}`)
}

/** Nothing where the database is not being moved, and was not. */
export async function movingName(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query(
    `select split_part(setting, '=', 2) as name from pg_db_role_setting, unnest(setconfig) as setting
     where setdatabase = (select oid from pg_database where datname = current_database()) and setrole = 0
       and split_part(setting, '=', 1) = $1`,
    [MOVING],
  )
  return rows[0]?.name
}

async function databaseOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query('select current_database() as name')
  return quoted(rows[0].name)
}

/** The forum's sessions, but the one that holds the data folder: that one writes nothing, and its end would say the server is lost. */
const OTHERS = `pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
  and backend_type = 'client backend' and application_name !~ '^threshold process '`
