import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'

/** How a mail server meets a mail. One that is `ascii only` has no SMTPUTF8 and refuses recipients that need it. */
export type MailServerBehavior =
  | 'accept'
  | 'ascii only'
  | 'hang'
  | 'hang after data'
  | 'drop after data'
  | { readonly senderReply: readonly [code: number, text: string] }
  | { readonly recipientReply: number }

export interface ReceivedMail {
  readonly to: readonly string[]
  readonly messageId: string
  readonly content: string
}

export interface MailServer {
  readonly url: string
  /** Mails that it acknowledged. */
  readonly accepted: readonly ReceivedMail[]
  /** Mails that it read and did not acknowledge. */
  readonly unacknowledged: readonly ReceivedMail[]
  /** Connections so far. */
  connections(): number
  /** With a recipient, mails to others are accepted. */
  behave(behavior: MailServerBehavior, recipient?: string): void
  /** Refuses connections until it is started again, on the same port. */
  stop(): Promise<void>
  start(): Promise<void>
  close(): Promise<void>
}

/** A mail server that accepts any mail with the right password, until `behave` is called. */
export async function startMailServer(password: string): Promise<MailServer> {
  const accepted: ReceivedMail[] = []
  const unacknowledged: ReceivedMail[] = []
  let behavior: MailServerBehavior = 'accept'
  let recipient: string | undefined
  const isConcerned = (address: string): boolean => recipient === undefined || recipient === address
  let connections = 0
  let server: SMTPServer | undefined

  const drop = (session: SMTPServerSession): void => {
    for (const connection of server?.connections ?? []) {
      const { session: its, _socket: socket } = connection as unknown as Connection
      if (its.id === session.id) socket.destroy()
    }
  }
  const create = (): SMTPServer =>
    new SMTPServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      // The replies of this server have their own.
      hideENHANCEDSTATUSCODES: true,
      closeTimeout: 10,
      onConnect: (_session, done) => {
        connections += 1
        if (behavior !== 'hang') done()
      },
      onAuth: (auth, _session, done) =>
        auth.password === password ? done(null, { user: 'mailer' }) : done(new Error('Wrong password')),
      onMailFrom: (_address, _session, done) =>
        typeof behavior === 'object' && 'senderReply' in behavior ? done(refusal(...behavior.senderReply)) : done(),
      onRcptTo: ({ address }, _session, done) => {
        if (!isConcerned(address)) return done()
        if (behavior === 'ascii only' && /[^\0-\x7f].*@/.test(address)) return done(refusal(553, '5.6.7 ASCII only'))
        return typeof behavior === 'object' && 'recipientReply' in behavior
          ? done(refusal(behavior.recipientReply, 'Not today'))
          : done()
      },
      onData: (stream, session, done) => {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          const mail = receivedMail(session, Buffer.concat(chunks).toString())
          if (behavior === 'accept' || behavior === 'ascii only' || !mail.to.some(isConcerned)) {
            accepted.push(mail)
            return done()
          }
          unacknowledged.push(mail)
          if (behavior === 'drop after data') drop(session)
        })
      },
    }).on('error', () => undefined)

  const listen = async (port: number): Promise<number> => {
    const started = create()
    server = started
    await new Promise<void>((resolve) => started.listen(port, '127.0.0.1', resolve))
    return (started.server.address() as AddressInfo).port
  }
  const stop = async (): Promise<void> => {
    const stopped = server
    server = undefined
    if (stopped) await new Promise<void>((resolve) => stopped.close(resolve))
  }
  const port = await listen(0)
  return {
    url: `smtp://mailer:${password}@127.0.0.1:${port}`,
    accepted,
    unacknowledged,
    connections: () => connections,
    behave: (to, of) => {
      behavior = to
      recipient = of
      if (server) server.options.hideSMTPUTF8 = to === 'ascii only'
    },
    stop,
    start: async () => void (await listen(port)),
    close: stop,
  }
}

/** The parts of a connection that the types of the server do not show. */
interface Connection {
  readonly session: SMTPServerSession
  readonly _socket: { destroy(): void }
}

const refusal = (responseCode: number, text: string): Error => Object.assign(new Error(text), { responseCode })

const receivedMail = ({ envelope }: SMTPServerSession, content: string): ReceivedMail => ({
  to: envelope.rcptTo.map(({ address }) => address),
  messageId: /^Message-ID: (\S+)/im.exec(content)?.[1] ?? '',
  content,
})
