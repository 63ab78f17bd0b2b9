import { EventEmitter } from 'node:events'
import { describe, expect, it } from '@jest/globals'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Cancellation } from '../../platform/process/cancellation.ts'
import type { Environment } from '../../platform/trust/identity.ts'
import { requestContextOf } from '../http/request-context.ts'
import { admitUpload, decodeInTurn } from './turns.ts'

const unavailable = { code: 'SERVICE_UNAVAILABLE', status: 503 }

describe('decoding pictures', () => {
  it('takes one at a time, lets four wait and refuses the next', async () => {
    const ends: (() => void)[] = []
    const decode = (signal = new Cancellation()): Promise<void> =>
      decodeInTurn('sandbox', () => new Promise((resolve) => ends.push(resolve)), signal)
    const leaving = new Cancellation()
    const admitted = [decode(), decode(), decode(), decode()]
    const left = decode(leaving)
    expect(ends).toHaveLength(1)
    await expect(decode()).rejects.toMatchObject(unavailable)
    leaving.abort(new Error('left'))
    await expect(left).rejects.toMatchObject(unavailable)
    for (let index = 0; index < admitted.length; index += 1) {
      ends[index]?.()
      await admitted[index]
    }
    expect(ends).toHaveLength(admitted.length)
  })
})

describe('an upload', () => {
  /** A request of an environment, whose response can be closed. */
  function upload(environment: Environment) {
    const response = new EventEmitter()
    const request = { id: 'test', headers: {}, raw: { headers: {} } } as unknown as FastifyRequest
    requestContextOf(request).environment = environment
    return { response, admitted: admitUpload(request, { raw: response } as unknown as FastifyReply) }
  }

  it('is refused before it is read while five of its environment are on their way', async () => {
    const others = Array.from({ length: 5 }, () => upload('sandbox'))
    await Promise.all(others.map(({ admitted }) => admitted))
    await expect(upload('sandbox').admitted).rejects.toMatchObject(unavailable)
    await upload('live').admitted
    others[0]?.response.emit('close')
    await upload('sandbox').admitted
  })
})
