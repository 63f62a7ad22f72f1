-- What a member takes along: a file of everything they wrote and did here, made by a job (features/exports, decision 0034).
CREATE TABLE exports (
  id uuid PRIMARY KEY DEFAULT new_id(),
  member_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  state text NOT NULL DEFAULT 'waiting' CONSTRAINT exports_state_check
    CHECK (state IN ('waiting', 'making', 'ready', 'failed')),
  -- Rows that are written, and of how many.
  done integer NOT NULL DEFAULT 0 CONSTRAINT exports_done_check CHECK (done >= 0),
  total integer NOT NULL DEFAULT 0 CONSTRAINT exports_total_check CHECK (total >= 0),
  -- Times that it was begun: what fails or is killed thrice is left.
  tries smallint NOT NULL DEFAULT 0,
  bytes bigint CONSTRAINT exports_bytes_check CHECK (bytes > 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  -- The file is gone then.
  expires_at timestamptz NOT NULL DEFAULT now() + interval '7 days',
  CONSTRAINT exports_ready_check CHECK ((state = 'ready') = (bytes IS NOT NULL)),
  CONSTRAINT exports_ended_check CHECK ((state IN ('ready', 'failed')) = (ended_at IS NOT NULL))
);
CREATE INDEX exports_member_index ON exports (member_id, id DESC);
CREATE INDEX exports_expires_at_index ON exports (expires_at);
CREATE UNIQUE INDEX exports_under_way_key ON exports (member_id) WHERE state IN ('waiting', 'making');

-- One in 24 hours, failures apart.
CREATE FUNCTION refuse_second_export() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM profiles WHERE id = NEW.member_id FOR NO KEY UPDATE;
  IF EXISTS (
    SELECT FROM exports
    WHERE member_id = NEW.member_id AND state <> 'failed' AND created_at > now() - interval '24 hours') THEN
    PERFORM refuse('exports_one_a_day', 'One export in 24 hours');
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER exports_one_a_day BEFORE INSERT ON exports FOR EACH ROW EXECUTE FUNCTION refuse_second_export();
