import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { failures, keyOptional, Success } from '../schemas/response-schemas.ts'
import { success } from '../http/envelope.ts'
import { failure } from '../http/errors.ts'
import type { Facade } from '../http/facade.ts'
import {
  QuoteCouponDocument,
  ValidateCouponAtCenoteDocument,
  ValidateCouponDocument,
  type CouponValidationFieldsFragment,
  type ValidateCouponQueryVariables,
} from '../generated/operations.ts'
import { presentFields } from '../../schema/present-fields.ts'
import { currencySymbol, CurrencySymbol } from '../pricing/index.ts'
import { couponCheck, couponQuote } from './representation.ts'
import { CodeBody, CouponBody, CouponCheck, CouponQuote, CouponValidation } from './schema.ts'

/** Validates coupons, in both variants, and checks them (docs/partner-api/coupons.md#validating); no key needed. */
export function couponRoutes(facade: Facade): FastifyPluginAsyncTypebox {
  const currency = currencySymbol('MXN')

  async function validate(
    request: FastifyRequest,
    reply: FastifyReply,
    variables: ValidateCouponQueryVariables,
  ): Promise<CouponValidationFieldsFragment> {
    return (await facade.executeOrThrow(request, reply, ValidateCouponDocument, variables)).couponValidation
  }

  async function validateAtCenote(
    request: FastifyRequest,
    reply: FastifyReply,
    code: string,
    cenoteId: string,
  ): Promise<CouponValidationFieldsFragment> {
    const variables = { id: cenoteId, code, cenoteId }
    const { cenote, couponValidation } = await facade.executeOrThrow(
      request,
      reply,
      ValidateCouponAtCenoteDocument,
      variables,
    )
    if (!cenote) throw failure('CENOTE_NOT_FOUND', { cenoteId })
    return couponValidation
  }

  return async (app) => {
    app.post(
      '/coupons/validate',
      {
        config: { operation: ValidateCouponDocument },
        schema: {
          tags: ['Coupons'],
          security: keyOptional,
          operationId: 'validateCoupon',
          summary: 'Validate a coupon',
          description:
            'With `cenoteId` and `subtotal` a coupon that cannot be used is its error; with less the response says why.',
          body: CouponBody,
          response: {
            200: Success(Type.Union([CouponQuote, CouponValidation]), 'The value of the coupon.', {
              currency: CurrencySymbol,
            }),
            ...failures({
              404: ['CENOTE_NOT_FOUND', 'COUPON_NOT_FOUND'],
              422: [
                'COUPON_EXPIRED',
                'COUPON_NOT_YET_VALID',
                'COUPON_usage_LIMIT_REACHED',
                'COUPON_INACTIVE',
                'COUPON_MIN_SPEND_NOT_MET',
                'COUPON_NOT_APPLICABLE',
              ],
            }),
          },
        },
      },
      async (request, reply) => {
        const { code, cenoteId, subtotal } = request.body
        if (cenoteId !== undefined && subtotal !== undefined) {
          const variables = { id: cenoteId, code, subtotalCents: subtotal }
          const { cenote } = await facade.executeOrThrow(request, reply, QuoteCouponDocument, variables)
          if (!cenote) throw failure('CENOTE_NOT_FOUND', { cenoteId })
          return success(request, 'coupon.valid', couponQuote(cenote.couponDiscount), { currency })
        }
        const couponValidation =
          cenoteId === undefined
            ? await validate(request, reply, presentFields({ code, subtotalCents: subtotal }))
            : await validateAtCenote(request, reply, code, cenoteId)
        const potentialDiscount = couponValidation.potentialDiscountCents
        const data = { ...couponCheck(couponValidation), potentialDiscount }
        return success(request, 'coupon.validated_successfully', data, { currency })
      },
    )

    app.post(
      '/coupons/check',
      {
        config: { operation: ValidateCouponDocument },
        schema: {
          tags: ['Coupons'],
          security: keyOptional,
          operationId: 'checkCoupon',
          summary: 'Whether a coupon exists and can be used',
          body: CodeBody,
          response: {
            200: Success(CouponCheck, 'Whether it can be used.', { currency: CurrencySymbol }),
            ...failures(),
          },
        },
      },
      async (request, reply) => {
        const { code } = request.body
        const checked = await validate(request, reply, { code })
        return success(request, 'coupon.checked_successfully', couponCheck(checked), { currency })
      },
    )
  }
}
