import pg from 'pg'
import { newId } from '../src/platform/database/new-id.ts'
import type { TestDatabase } from './test-database.ts'

export interface OutsideDatabases {
  /** A PostgreSQL of somebody else, as `DATABASE_URL` names it. */
  create(): Promise<{ name: string; url: string }>
  /** Asks a database past every policy: to look at what is really there. */
  ask(statement: string, database?: string): Promise<Record<string, unknown>[]>
  drop(): Promise<void>
}

/** Empty databases for programs that are started as they are in production. */
export function outsideDatabases({ superuser }: Pick<TestDatabase, 'superuser'>): OutsideDatabases {
  const made: string[] = []
  const ask = async (statement: string, database?: string) => {
    const client = new pg.Client({ ...superuser, ...(database !== undefined && { database }) })
    await client.connect()
    try {
      return (await client.query(statement)).rows
    } finally {
      await client.end()
    }
  }
  return {
    ask,
    async create() {
      const { user = '', host = '', port = 5432 } = superuser
      const name = `pim_outside_${newId().replaceAll('-', '')}`
      made.push(name)
      await ask(`create database ${name}`)
      return { name, url: `postgresql://${user}@localhost/${name}?host=${encodeURIComponent(host)}&port=${port}` }
    },
    async drop() {
      for (const name of made) await ask(`drop database if exists ${name} with (force)`)
    },
  }
}
