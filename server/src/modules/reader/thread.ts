// Runs in threads of its own: SQLite works without a break, and a query that hangs is ended with its thread.
import { parentPort, workerData } from 'node:worker_threads'
import { answerList, answerSelection } from './file/answer-list.ts'
import { answerLive, answerLiveItems } from './file/answer-live.ts'
import { headsOf, itemsOf, unknownOf, usedOf, vocabularyOf } from './file/look-up.ts'
import { OpenFiles } from './file/open-files.ts'
import { writeChanges } from './file/write-items.ts'
import type { Answers, Kind, Reply, Request } from './questions.ts'

const { isWriter, mostOpen } = workerData as { readonly isWriter: boolean; readonly mostOpen: number }

const files = new OpenFiles({ isWriter, mostOpen })
const fileAt = (path: string) => files.at(path)

const answers: { [Asked in Kind]: (path: string, ask: Answers[Asked]['ask']) => Answers[Asked]['answer'] } = {
  list: (path, question) => answerList(fileAt(path), question),
  selection: (path, question) => answerSelection(fileAt(path), question),
  live: (path, question) => answerLive(fileAt(path), question),
  liveItems: (path, question) => answerLiveItems(fileAt(path), question),
  unknown: (path, { where, queries }) => unknownOf(fileAt(path), where, queries),
  items: (path, { where, queries, most }) => itemsOf(fileAt(path), where, queries, most),
  heads: (path, { where, words, most }) => headsOf(fileAt(path), where, words, most),
  vocabulary: (path, { where, beginnings, most }) => vocabularyOf(fileAt(path), where, beginnings, most),
  used: (path, asked) => usedOf(fileAt(path), asked),
  facts: (path, names) =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = fileAt(path).fact(name)
        return typeof value === 'string' || typeof value === 'number' ? [[name, value]] : []
      }),
    ),
  write: (path, changes) => {
    writeChanges(fileAt(path), changes)
    return null
  },
  close: (path) => {
    files.close(path)
    return null
  },
}

function answerOf<Asked extends Kind>({ id, path, kind, ask }: Request<Asked>): Reply {
  try {
    return { id, answer: answers[kind](path, ask) }
  } catch (error) {
    const { message, errcode } = error as Error & { readonly errcode?: number }
    return { id, error: { message, code: errcode } }
  }
}

parentPort?.on('message', (request: Request) => parentPort?.postMessage(answerOf(request)))
