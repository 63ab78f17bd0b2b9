-- A search for a longer text finds nothing without looking; see longestText in text.ts.
ALTER TABLE cenote ADD CHECK (greatest(char_length(name_en), char_length(name_es), char_length(description_en), char_length(description_es)) <= 1000);
ALTER TABLE tour ADD CHECK (greatest(char_length(name_en), char_length(name_es), char_length(description->>'en'), char_length(description->>'es')) <= 1000);
