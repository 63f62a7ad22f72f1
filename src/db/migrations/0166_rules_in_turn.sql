-- A rule that takes the number of another changes both rows, and a new one takes the number after the last. Several at once
-- held their rows in different orders (of twenty seven ended in a deadlock), or took the same number. Now they take turns.
CREATE FUNCTION take_turn_at_rules() RETURNS void
LANGUAGE sql AS $$ SELECT pg_advisory_xact_lock(hashtext('community_rules')) $$;

CREATE OR REPLACE FUNCTION next_rule_number() RETURNS smallint
LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM take_turn_at_rules();
  -- A statement of its own, so that it sees what was committed while this one waited.
  RETURN (SELECT coalesce(max(number), 0) + 1 FROM community_rules);
END $$;

-- Before any row is locked; who locks one before the update takes the turn first (items.server.ts).
CREATE FUNCTION take_turn_at_rules_trigger() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM take_turn_at_rules();
  RETURN NULL;
END $$;
CREATE TRIGGER community_rules_take_turn BEFORE UPDATE OF number ON community_rules
  FOR EACH STATEMENT EXECUTE FUNCTION take_turn_at_rules_trigger();
