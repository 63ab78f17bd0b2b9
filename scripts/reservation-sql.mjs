// Writes the functions that insert and update the row of a reservation, from its list of members
// (subgraphs/booking/reservation/columns.ts). Run it after a build when the list changed.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const reservationSqlFile = new URL('../subgraphs/booking/prisma/sql/05-reservation/11-row.sql', import.meta.url)
const maxWidth = 120

/** Items of a list, as many on each line as fit. */
function wrapped(items, indentation) {
  const lines = []
  for (const [index, item] of items.entries()) {
    const text = index < items.length - 1 ? `${item},` : item
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + text.length <= maxWidth) lines[lines.length - 1] = `${last} ${text}`
    else lines.push(indentation + text)
  }
  return lines.join('\n')
}

export function reservationSql(members, columnOf) {
  const names = Object.keys(members)
  const given = names.map((name) => (/[A-Z]/.test(name) ? `"${name}"` : name))
  const typed = names.flatMap((name, index) => (name === 'partnerId' ? [] : `${given[index]} ${members[name]}`))
  const changeable = names.filter((name) => name !== 'id' && name !== 'partnerId')
  const assigned = (name) => `given.${given[names.indexOf(name)]}`
  return `-- This file is written by \`node scripts/reservation-sql.mjs\` from the list of members of a reservation, and a test
-- compares it with that list and with the table.

-- Inserts the row of a new reservation from its JSON form, whose members are the columns in camel case.
-- \`write_reservation\` calls it.
-- Example: SELECT insert_reservation('9a6d2c1e-4b3f-4d8a-8c70-1e5f2a3b4c5d',
--   '{"id": "019ab3c4-d5e6-7f80-9a1b-2c3d4e5f6071", "bookingReference": "CEN-7K2M9P", "status": "pending", …}');
CREATE FUNCTION insert_reservation(p_partner uuid, p_reservation jsonb)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  given record;
BEGIN
  SELECT * INTO given FROM jsonb_to_record(p_reservation) AS r (
${wrapped(typed, '    ')}
  );
  -- Citus plans INSERT with VALUES for the one shard of the partner, but INSERT with SELECT for the whole table.
  INSERT INTO reservation (
${wrapped(['partner_id', 'id', ...changeable.map(columnOf)], '    ')}
  ) VALUES (
${wrapped(['p_partner', 'given.id', ...changeable.map(assigned)], '    ')}
  );
END $$;

-- Updates all columns of a reservation but its ids from its JSON form. \`rewrite_reservation\` calls it.
-- Example: SELECT update_reservation('9a6d2c1e-4b3f-4d8a-8c70-1e5f2a3b4c5d',
--   '{"id": "019ab3c4-d5e6-7f80-9a1b-2c3d4e5f6071", "bookingReference": "CEN-7K2M9P", "status": "confirmed", …}');
CREATE FUNCTION update_reservation(p_partner uuid, p_reservation jsonb)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  given record;
BEGIN
  SELECT * INTO given FROM jsonb_to_record(p_reservation) AS r (
${wrapped(typed, '    ')}
  );
  UPDATE reservation SET
${wrapped(
  changeable.map((name) => `${columnOf(name)} = ${assigned(name)}`),
  '    ',
)}
  WHERE partner_id = p_partner AND id = given.id;
END $$;
`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { columnOf } = await import('../dist/platform/postgres/columns.js')
  const { members } = await import('../dist/subgraphs/booking/reservation/columns.js')
  writeFileSync(reservationSqlFile, reservationSql(members, columnOf))
  console.log(path.relative(process.cwd(), fileURLToPath(reservationSqlFile)))
}
