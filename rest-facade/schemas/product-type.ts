/** The type of a product as REST names it. */
export const productType = ({ __typename }: { readonly __typename: 'Cenote' | 'Tour' }): 'cenote' | 'tour' =>
  __typename === 'Tour' ? 'tour' : 'cenote'
