-- Where a hit has another place in the normal form, an excerpt looks for it in the first 20,000 characters. After a later hit it is the
-- beginning of the text: normalizing 100,000 emoji takes seconds.
CREATE OR REPLACE FUNCTION search_excerpt(content text, roots text, joined text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
DECLARE
  place integer;
  first integer := 1;
  piece text;
BEGIN
  IF char_length(content) <= 400 OR roots IS NULL THEN
    RETURN content;
  END IF;
  place := regexp_instr(immutable_unaccent(content), roots, 1, 1, 0, 'i');
  IF place = 0 AND joined IS NOT NULL THEN
    place := regexp_instr(content, joined, 1, 1, 0, 'i');
  END IF;
  IF place > 0 THEN
    first := greatest(1, place - 100);
  ELSIF is_folded(content) THEN
    -- The normal form has other places: the hit is in the first piece whose normal form has it.
    WHILE immutable_unaccent(search_text(substr(content, first, 300))) !~* roots LOOP
      first := first + 250;
      IF first > least(char_length(content), 20000) THEN
        first := 1;
        EXIT;
      END IF;
    END LOOP;
  END IF;
  piece := substr(content, first, 400);
  IF first > 1 THEN
    piece := regexp_replace(piece, '^\S+\s', '');
  END IF;
  RETURN CASE WHEN first + 400 <= char_length(content) THEN regexp_replace(piece, '\s\S+$', '') ELSE piece END;
END $function$;
