-- Who wants to see no first steps any more. What they have done of them is read from what they did; this alone is not to be
-- seen elsewhere. Of the account rather than of a device: whoever has put them away on the laptop has done so on the phone.
CREATE TABLE first_steps_dismissals (
  user_id uuid PRIMARY KEY REFERENCES profiles ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now()
);
