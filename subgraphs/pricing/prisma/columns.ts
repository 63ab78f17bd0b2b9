import type * as i18n from '../../../platform/values/i18n.ts'
import type * as ages from '../age-configuration/index.ts'
import type * as discounts from '../discount/index.ts'
import type * as promotions from '../promotion/index.ts'
import type * as services from '../service/index.ts'
import type * as text from '../text.ts'
import type * as transport from '../transport/index.ts'

/** Types of columns that PostgreSQL has as text or JSON; comments of schema.prisma name them. */
declare global {
  namespace PricingColumns {
    type LocalizedText = i18n.LocalizedText
    type TranslatedText = text.TranslatedText
    type AgeConfigurationSource = ages.AgeConfiguration['source']
    type Category = ages.Category
    type ServiceCategory = services.Service['category']
    type InclusionType = services.Service['inclusionType']
    type TransportConfig = services.TransportConfig
    type ProductType = transport.ProductType
    type TransportType = transport.TransportType
    type DiscountType = discounts.DiscountRule['discountType']
    type AppliesTo = discounts.DiscountRule['appliesTo']
    type Eligibility = discounts.Eligibility
    type PromotionStatus = promotions.Promotion['status']
  }
}
