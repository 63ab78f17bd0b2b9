/** Columns of `cenote c` that make a CenoteRow. The particulars are left out: they are most of a row. */
export const cenoteColumns = [
  'id', 'slug', 'name_en', 'name_es', 'description_en', 'description_es', 'latitude', 'longitude', 'address', 'state',
  'municipality', 'zip_code', 'directions', 'landmarks', 'contact', 'adult_cents', 'child_cents', 'senior_cents',
  'currency', 'includes', 'excludes', 'group_discounts', 'features', 'daily_capacity', 'hourly_capacity', 'open_time',
  'close_time', 'timezone', 'days_open', 'ratings_five', 'ratings_four', 'ratings_three', 'ratings_two', 'ratings_one',
  'rating_average', 'images', 'featured', 'popularity', 'verified_at', 'is_active', 'created_at', 'updated_at',
]
  .map((column) => `c.${column} AS "${column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())}"`)
  .join(', ')
