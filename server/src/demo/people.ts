import { demoUsers } from '../../identity-dev/index.ts'

const idOf = (username: string): string => {
  const user = demoUsers.find((each) => each.username === username)
  if (user === undefined) throw new Error(`there is no demo user ${username}`)
  return user.userId
}

/** Who has written and published the demo content. */
export const people = { admin: idOf('admin'), editor: idOf('editor'), publisher: idOf('publisher') }
